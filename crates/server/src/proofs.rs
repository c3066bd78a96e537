//! Certificates that pages work with, in memory: the oldest go when there are too many.

use crate::state::random;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use tengen_proof::Certificate;

/// The certificates.
pub(crate) struct Proofs {
    most: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    bytes: usize,
    order: VecDeque<u64>,
    kept: HashMap<u64, (usize, Arc<Certificate>)>,
}

impl Proofs {
    /// A store for so many bytes.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, inner: Mutex::default() }
    }

    /// Keeps a certificate of so many bytes (in its binary form); `None` if it is larger than the whole store.
    pub(crate) fn add(&self, certificate: Arc<Certificate>, bytes: usize) -> Option<u64> {
        if bytes > self.most {
            return None;
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        while inner.bytes + bytes > self.most {
            let oldest = inner.order.pop_front()?;
            if let Some((size, _)) = inner.kept.remove(&oldest) {
                inner.bytes -= size;
            }
        }
        let mut id = random();
        while inner.kept.contains_key(&id) {
            id = random();
        }
        inner.bytes += bytes;
        inner.order.push_back(id);
        inner.kept.insert(id, (bytes, certificate));
        Some(id)
    }

    /// A certificate, if it is still there.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Certificate>> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.kept.get(&id).map(|(_, certificate)| Arc::clone(certificate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_proof::text;

    #[test]
    fn the_oldest_go_when_there_are_too_many() {
        let proof = text::read(
            "TENGEN-PROOF 1\nrule standard\nsize 9\nattacker black\nblack c5 d5 e5\nwhite a1 b2\nto-move black\n\nV f5\n",
        );
        let proof = Arc::new(proof.unwrap());
        let store = Proofs::new(100);
        assert_eq!(store.add(Arc::clone(&proof), 101), None);
        let ids: Vec<u64> = (0..5).map(|_| store.add(Arc::clone(&proof), 40).unwrap()).collect();
        let kept: Vec<bool> = ids.iter().map(|id| store.get(*id).is_some()).collect();
        assert_eq!(kept, [false, false, false, true, true]);
        let large = store.add(Arc::clone(&proof), 100).unwrap();
        assert!(store.get(large).is_some() && store.get(ids[4]).is_none());
    }
}

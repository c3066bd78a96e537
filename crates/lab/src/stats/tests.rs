//! The statistics against figures worked out by hand, laws, and simulated matches.

use super::*;
use proptest::prelude::*;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6 * (1.0 + b.abs())
}

#[test]
fn figures_are_those_worked_out_by_hand() {
    // 11.5 of 20 pairs. With the imagined pair the mean is 12 / 21 and the squares add up to 39 / 28.
    let penta = Pentanomial([1, 2, 10, 4, 3]);
    let sample = penta.sample();
    assert!(near(sample.mean, 0.575) && near(sample.variance, 39.0 / 28.0 / 21.0), "{sample:?}");
    let EloInterval { elo, low, high } = sample.elo();
    assert!(near(elo, 52.511_566), "{elo}");
    assert!(near(low, -26.364_938) && near(high, 137.267_966), "{low} {high}");
    assert!(near(sample.llr(0.0, 10.0), 0.294_163_82), "{}", sample.llr(0.0, 10.0));
    assert!((sample.superiority() - 0.903_6).abs() < 1e-4, "{}", sample.superiority());
    // 6 of 10 games; the imagined game makes it 6.5 of 11.
    let games = Trinomial([3, 2, 5]).sample();
    assert!(
        near(games.mean, 0.6) && near(games.variance, (3.5 * 6.5 * 6.5 + 2.0 + 5.5 * 4.5 * 4.5) / 1331.0)
    );
}

#[test]
fn the_normal_distribution_is_the_known_one() {
    for (x, p) in
        [(-3.0, 0.001_349_9), (-1.0, 0.158_655_3), (0.0, 0.5), (0.5, 0.691_462_5), (2.0, 0.977_249_9)]
    {
        assert!((normal_cdf(x) - p).abs() < 2e-7, "{x}");
    }
}

#[test]
fn pairs_are_counted_by_their_score() {
    use Result3::{Draw, Loss, Win};
    let mut penta = Pentanomial::default();
    for (first, second) in
        [(Loss, Loss), (Draw, Loss), (Win, Loss), (Loss, Win), (Draw, Draw), (Win, Draw), (Win, Win)]
    {
        penta.add(first, second);
    }
    assert_eq!(penta, Pentanomial([1, 1, 3, 1, 1]));
}

#[test]
fn no_games_and_clean_scores_give_finite_figures() {
    let nothing = Pentanomial::default().sample();
    assert_eq!(nothing.elo().elo.to_bits(), 0f64.to_bits());
    assert!(near(nothing.llr(0.0, 10.0), 0.0) && near(nothing.superiority(), 0.5));
    assert!(nothing.elo().low < -1199.0 && nothing.elo().high > 1199.0);
    let clean = Pentanomial([0, 0, 0, 0, 10]).sample().elo();
    // As if a quarter of a pair of the ten had been lost.
    assert!(near(clean.elo, elo_of_score(0.975)) && clean.low > 0.0 && clean.high > clean.elo);
}

#[test]
fn a_few_clean_pairs_do_not_decide_a_test() {
    let sprt = Sprt::default();
    assert!(near(sprt.bounds().1, 2.944_438_98) && near(sprt.bounds().0, -2.944_438_98));
    for n in 0..=5 {
        assert_eq!(sprt.verdict(&Pentanomial([0, 0, 0, 0, n]).sample()), Verdict::Open, "{n}");
        assert_eq!(sprt.verdict(&Pentanomial([0, 0, n, 0, 0]).sample()), Verdict::Open, "{n}");
    }
    assert_eq!(sprt.verdict(&Pentanomial([0, 0, 0, 0, 100]).sample()), Verdict::Accepted);
    assert_eq!(sprt.verdict(&Pentanomial([100, 0, 0, 0, 0]).sample()), Verdict::Rejected);
}

#[test]
fn the_usual_test_is_the_preset_gain() {
    let Sprt { elo0, elo1, .. } = Sprt::default();
    let preset = Sprt::PRESETS.iter().find(|(name, ..)| *name == "gain").unwrap();
    assert!(near(preset.1, elo0) && near(preset.2, elo1));
    assert!(Sprt::PRESETS.iter().all(|(_, elo0, elo1, _)| elo0 < elo1));
}

#[test]
fn independent_games_give_half_the_variance_as_pairs() {
    let (l, d, w) = (300, 500, 200);
    let games = Trinomial([l, d, w]).sample();
    let pairs = Pentanomial([l * l, 2 * l * d, 2 * l * w + d * d, 2 * w * d, w * w]).sample();
    assert!(near(games.mean, pairs.mean));
    assert!((games.variance / 2.0 / pairs.variance - 1.0).abs() < 2e-3);
}

/// How often a test of [0, 10] accepts when pairs fall by these chances, and how many pairs it takes on average.
fn simulate(chances: [f64; 5], runs: u32, lots: &mut fastrand::Rng) -> (f64, f64) {
    let sprt = Sprt::default();
    let (mut accepted, mut pairs) = (0, 0);
    for _ in 0..runs {
        let mut penta = Pentanomial::default();
        let verdict = loop {
            let mut lot = lots.f64();
            let fell = chances.iter().position(|chance| {
                lot -= chance;
                lot < 0.0
            });
            penta.0[fell.unwrap_or(4)] += 1;
            let verdict = sprt.verdict(&penta.sample());
            if verdict != Verdict::Open {
                break verdict;
            }
        };
        accepted += u32::from(verdict == Verdict::Accepted);
        pairs += penta.pairs();
    }
    (f64::from(accepted) / f64::from(runs), pairs as f64 / f64::from(runs))
}

#[test]
fn a_sequential_test_keeps_its_error_rates() {
    let mut lots = fastrand::Rng::with_seed(20_240);
    let runs = 400;
    let (false_gain, _) = simulate([0.04, 0.16, 0.6, 0.16, 0.04], runs, &mut lots);
    // The mean of these chances is 0.5144: 10 Elo.
    let (found, pairs) = simulate([0.04, 0.1312, 0.6, 0.1888, 0.04], runs, &mut lots);
    assert!((0.01..0.09).contains(&false_gain), "{false_gain}");
    assert!((0.91..0.99).contains(&found), "{found}");
    assert!((500.0..2000.0).contains(&pairs), "{pairs}");
}

proptest! {
    #[test]
    fn the_other_sides_view_is_the_negative(counts in proptest::array::uniform5(0u64..500)) {
        let (ours, theirs) = (Pentanomial(counts).sample(), Pentanomial(counts).swapped().sample());
        let (us, them) = (ours.elo(), theirs.elo());
        prop_assert!(near(us.elo, -them.elo) && near(us.low, -them.high) && near(us.high, -them.low));
        prop_assert!(near(ours.superiority(), 1.0 - theirs.superiority()));
        prop_assert!(near(ours.llr(-3.0, 8.0), -theirs.llr(-8.0, 3.0)));
    }

    #[test]
    fn every_figure_is_finite_and_the_estimate_lies_in_its_interval(counts in proptest::array::uniform5(0u64..40)) {
        let sample = Pentanomial(counts).sample();
        let EloInterval { elo, low, high } = sample.elo();
        prop_assert!([elo, low, high, sample.llr(0.0, 10.0), sample.superiority()].iter().all(|x| x.is_finite()));
        prop_assert!(low <= elo && elo <= high, "{low} {elo} {high}");
        prop_assert!((0.0..=1.0).contains(&sample.superiority()));
    }

    #[test]
    fn elo_and_score_are_each_others_reverse(elo in -1100.0..1100.0f64) {
        prop_assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-6);
    }
}

//! The engine at the end of real pipes: golden scripts of each dialect, and the managers in their own order.

mod golden;
mod managers;
mod process;

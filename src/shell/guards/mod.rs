//! What guards look for, as filters that are made once for a policy: the
//! files ([`anchored`], [`guarded`], [`held`], [`needed`], [`joined`],
//! [`names`]), and the options and words behind programs ([`named`]). What
//! they say is asked while a line is looked at.

pub(super) mod anchored;
pub(super) mod guarded;
pub(super) mod held;
pub(super) mod joined;
pub(super) mod named;
pub(super) mod names;
pub(super) mod needed;

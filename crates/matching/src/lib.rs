//! Maximum-weight matching in general graphs.

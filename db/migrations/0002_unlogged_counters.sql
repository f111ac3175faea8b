-- Counters of rate limits are written on every request and worth nothing after a crash.
ALTER TABLE rate_limits SET UNLOGGED;

/// What a run comes down to: figures that know what they do not know, the ledger, and
/// `summary.json`.
///
/// Schema 1 of `summary.json`: `docs/log-format.md` describes its members.
package dev.loadgen.histograms.summary;

/// What a run found and what it leaves behind: interval reports, censoring, findings, files.
package dev.loadgen.engine.result;

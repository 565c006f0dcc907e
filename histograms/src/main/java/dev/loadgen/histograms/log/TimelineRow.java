package dev.loadgen.histograms.log;

import java.util.List;

/// A row of the timeline; times in ns from the window's start.
///
/// @param scheduled operations whose intended start lay in the interval
/// @param sent operations sent
/// @param succeeded operations that succeeded
/// @param failed operations that failed
/// @param backlog operations due and unsent at the interval's end
/// @param inFlight operations in flight at the interval's end
/// @param events events that ended in the interval
/// @param eventNs how long they took together
/// @param counters what each counter grew by
public record TimelineRow(
    long startNs,
    long endNs,
    long scheduled,
    long sent,
    long succeeded,
    long failed,
    long backlog,
    long inFlight,
    long events,
    long eventNs,
    List<Long> counters) {}

/// The driver `ycsb`: runs any `site.ycsb.DB` as it is, in a class loader of its own.
package dev.loadgen.ycsb;

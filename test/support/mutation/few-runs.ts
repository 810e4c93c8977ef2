import fc from "fast-check";

// The same few values for every mutant: whether one is killed is then no matter of luck, and a failure is not shrunk. A
// property that asks for thousands of runs of its own gets a third of a second.
fc.configureGlobal({ numRuns: 20, seed: 1, endOnFailure: true, interruptAfterTimeLimit: 300 });

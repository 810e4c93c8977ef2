import { Compile } from "typebox/compile";
import { ObservationSchema } from "../report/observation-schema.ts";
import { MarkerSchema, RunSchema } from "./record-schema.ts";

// Compiled once, since a long session has thousands of records: interpreting a schema each time takes far longer.

export const runCheck = Compile(RunSchema);
export const markerCheck = Compile(MarkerSchema);
export const observationCheck = Compile(ObservationSchema);

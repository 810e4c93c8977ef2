import type { Fields } from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";

/** One payload family: how its requests are recognised, by structure, and turned into sections. */
export interface Family {
  /** Name of the shape in reports. */
  readonly shape: string;
  /** Its cache markers are elements of the lists they stand in, and count in an index there. Default false. */
  readonly markersAreElements?: boolean;
  recognises(payload: Fields): boolean;
  /** Writes every section the payload has. An unreadable part concerns its section alone. */
  write(payload: Fields, writer: SectionWriter): void;
}

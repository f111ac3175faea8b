import type { z } from 'zod';
import type { Listing } from '../../../db/schema/scan-parts.ts';
import type { DataLimit } from '../../values/data-limits.ts';
import type { DayRange } from '../../values/days.ts';
import type { AskSource } from '../ask-source.ts';

/** What a person gives to make a connection, once it is checked. */
export interface GivenSource {
  /** What the tool calls the website, listing or account. */
  property: string;
  url: string | null;
  /** Kept sealed; empty where a grant stands for it. */
  credential: string;
  /** A person's consent at Google. */
  grantId?: string | undefined;
}

/** A connection in use. */
export interface SourceAccess extends GivenSource {
  ask: AskSource;
  /** What stands for the hosts of Google's APIs; undefined for those. */
  googleBase: string | undefined;
  /** Returns a token of the grant that has a scope. */
  grantToken?: ((scope: string) => Promise<string>) | undefined;
  /** The organization's, for tools that do not name that of the property. */
  timezone: string;
}

/** A record as pipelines send it, of the types that the kind brings. */
export interface SourceRecord {
  type: string;
  externalId: string;
  data: Record<string, unknown>;
}

/** The records of a day of the property. */
export interface SourceDay {
  date: string;
  records: SourceRecord[];
  /** How the tool says that it limits these figures. */
  limits?: DataLimit[];
}

/** Some of all the records that a tool has. */
export interface SourcePart {
  records: SourceRecord[];
  /** Whether nothing more comes, so that the tool has no other. */
  isLast: boolean;
}

/** A tool that figures come from: what it needs, how it proves itself, how a day is read. Errors are SourceFailures. */
export interface Kind {
  /** Its name, for people. */
  tool: string;
  /** What a person gives, among the fields of the input. */
  needs: z.ZodType<GivenSource>;
  /** Calls the tool to prove what was given, and returns a name for the connection. */
  prove: (access: SourceAccess) => Promise<string>;
  /** Today in the time zone of the property. */
  today: (access: SourceAccess) => Promise<string>;
  /** Reads some days, newest first: those before a failure are kept. Days without figures may be missing. */
  readDays: (access: SourceAccess, days: DayRange) => AsyncIterable<SourceDay>;
  /** Reads all that there is, in place of days, where any of it may change or be deleted at any time. */
  readWhole?: (access: SourceAccess) => AsyncIterable<SourcePart>;
  /** Reads what a directory says of the client. */
  readListing?: (access: SourceAccess) => Promise<Listing>;
  /** How many full days may still change; 3 by default. */
  changingDays?: number;
  /** Counts the unique users of a period; undefined where the tool does not. */
  readUsers?: (access: SourceAccess, period: DayRange) => Promise<number | undefined>;
  /** The record of a day on which nothing happened; undefined where a missing day means nothing. */
  emptyDay?: (date: string) => SourceDay;
}

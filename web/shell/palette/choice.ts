/** Something that can be chosen. */
export interface Choice {
  key: string;
  label: string;
  /** Tells it from others of the same name. */
  note?: string;
  run: () => unknown;
}

export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}

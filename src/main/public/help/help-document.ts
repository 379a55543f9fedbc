export interface HelpQuestion {
  /** The anchor, as in /help/marketers#rejected-proof. */
  id: string;
  question: string;
  /** Paragraphs. */
  answer: readonly string[];
  /** Pages on which the reader can act or read more. */
  links?: readonly { to: string; label: string }[];
}

export interface HelpTopic {
  title: string;
  questions: readonly HelpQuestion[];
}

export interface HelpDocument {
  path: string;
  name: string;
  title: string;
  /** Also the page's meta description. */
  summary: string;
  topics: readonly HelpTopic[];
}

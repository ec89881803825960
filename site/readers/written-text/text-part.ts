/** A piece of a text that somebody wrote; with `href` it is a link: to a path of ours, or to an http(s) address elsewhere. */
export type TextPart = { text: string; href?: string }

/** A text as it is shown: its paragraphs, whose line breaks are kept. Plain data. */
export type Paragraphs = readonly (readonly TextPart[])[]

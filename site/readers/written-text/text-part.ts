/** Part of a user-written text; with `href` a link to a path of ours or to an external http(s) URL. */
export type TextPart = { text: string; href?: string }

/** Displayed text: paragraphs with line breaks. Plain data. */
export type Paragraphs = readonly (readonly TextPart[])[]

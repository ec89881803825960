export type Block = {
  /** The heading above it. */
  section: string
  language: string
  code: string
}

/** The code of a document in Markdown, in order. */
export const readBlocks = (markdown: string): Block[] => {
  const found = markdown.matchAll(/^#+ (?<heading>.+)$|^```(?<language>\w*)\n(?<code>[\s\S]*?)^```$/gm)
  let section = ''
  return [...found].flatMap(({ groups = {} }) => {
    const { heading, language = '', code = '' } = groups
    if (heading === undefined) return [{ section, language, code }]
    section = heading
    return []
  })
}

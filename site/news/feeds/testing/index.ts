import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

const schema = readFileSync(join(import.meta.dirname, 'atom.rng'), 'utf8')

/** What libxml2 finds wrong in an Atom feed by the grammar of RFC 4287 (`atom.rng`); nothing when it is valid. */
export const atomErrors = async (feed: string): Promise<string[]> => {
  const { errors } = await validateXML({
    xml: [{ fileName: 'feed.atom', contents: feed }],
    schema,
    extension: 'relaxng',
  })
  return errors.map(({ message }) => message)
}

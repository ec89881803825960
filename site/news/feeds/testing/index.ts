import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

const schema = readFileSync(join(import.meta.dirname, 'atom.rng'), 'utf8')

/** Validates an Atom feed with libxml2 against the grammar of RFC 4287 (`atom.rng`). Returns its errors. */
export const atomErrors = async (feed: string): Promise<string[]> => {
  const { errors } = await validateXML({
    xml: [{ fileName: 'feed.atom', contents: feed }],
    schema,
    extension: 'relaxng',
  })
  return errors.map(({ message }) => message)
}

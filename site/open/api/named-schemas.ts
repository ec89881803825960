import { z } from 'zod'

/** The schemas that have a name in the API's document: each is written there once, under `components/schemas`. */
export const namedSchemas = z.registry<{ id: string }>()

/**
 * Gives a schema its name in the document, and says there what it is.
 * @param id such as `PaperAnswer`; two schemas of one name are refused when the document is made
 */
export const named = <Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema => {
  const described = schema.describe(description)
  namedSchemas.add(described, { id })
  return described
}

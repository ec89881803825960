import { z } from 'zod'

/** The schemas that have a name in the API's document: each is written there once, under `components/schemas`. */
export const namedSchemas = z.registry<{ id: string }>()

/**
 * Names and describes a schema in the document.
 * @param id such as `PaperAnswer`; duplicates are rejected when the document is built
 */
export const named = <Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema => {
  const described = schema.describe(description)
  namedSchemas.add(described, { id })
  return described
}

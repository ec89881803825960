import type { z } from 'zod'

/** A field of a schema that takes text: its name with those it is in, such as `name.first_name`. */
export type TextField = { name: string; schema: z.ZodType }

type Definition = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  options?: readonly z.ZodType[]
  in?: z.ZodType
  items?: readonly z.ZodType[]
}

/** The fields of a schema that take text of a person's choice, found by walking it: a field that is added is found, too. */
export const textFields = (schema: z.ZodType, name = ''): TextField[] => {
  const { type, shape, innerType, element, valueType, options, in: input, items } = definitionOf(schema)
  const below = (inner: z.ZodType, own = ''): TextField[] =>
    textFields(inner, own === '' ? name : name === '' ? own : `${name}.${own}`)
  if (type === 'object') return Object.entries(shape ?? {}).flatMap(([key, field]) => below(field, key))
  if (type === 'array' && element !== undefined) return below(element)
  if (type === 'record' && valueType !== undefined) return below(valueType)
  if (type === 'union') return (options ?? []).flatMap(option => below(option))
  if (type === 'tuple') return (items ?? []).flatMap(item => below(item))
  if (type === 'pipe' && input !== undefined) {
    const inner = textFields(input, name)
    // What is made of the text counts: the pipe is the field.
    const isText = inner.length === 1 && inner[0]?.name === name
    return isText ? [{ name, schema }] : inner
  }
  if (innerType !== undefined) return below(innerType)
  return type === 'string' ? [{ name, schema }] : []
}

const definitionOf = (schema: z.ZodType): Definition => schema.def as Definition

/** Shape of a value from the page. A plain description instead of a schema library, which every visitor would download. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'function'
  /** An object with unchecked fields. */
  | 'object'
  | { oneOf: readonly string[] }
  | { listOf: Shape }
  | Fields

export type Fields = { fields: Readonly<Record<string, Shape>>; required?: readonly string[] }

type RequiredKeys<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? never : Key }[keyof T]

type FieldsOf<T> = { fields: { readonly [Key in keyof T]-?: ShapeOf<NonNullable<T[Key]>> } } & ([
  RequiredKeys<T>,
] extends [never]
  ? object
  : { required: readonly RequiredKeys<T>[] })

/** The shape that fits a type, so that a field which one of them forgets is a compile error. */
export type ShapeOf<T> = [T] extends [string]
  ? string extends T
    ? 'string'
    : { oneOf: readonly T[] }
  : [T] extends [number]
    ? 'number'
    : [T] extends [boolean]
      ? 'boolean'
      : [T] extends [(...args: never[]) => unknown]
        ? 'function'
        : [T] extends [readonly (infer Item)[]]
          ? { listOf: ShapeOf<Item> }
          : string extends keyof T
            ? 'object'
            : FieldsOf<T>

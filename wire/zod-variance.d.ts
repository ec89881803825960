import type { core } from 'zod'

/**
 * Declares schemas covariant (`out`), like `ZodType` itself. Zod omits this, and the compiler would otherwise compare all their methods
 * pairwise.
 */
declare module 'zod' {
  interface ZodArray<out T extends core.SomeType = core.$ZodType> {}
  interface ZodOptional<out T extends core.SomeType = core.$ZodType> {}
  interface ZodExactOptional<out T extends core.SomeType = core.$ZodType> {}
  interface ZodNonOptional<out T extends core.SomeType = core.$ZodType> {}
  interface ZodNullable<out T extends core.SomeType = core.$ZodType> {}
  interface ZodDefault<out T extends core.SomeType = core.$ZodType> {}
  interface ZodPrefault<out T extends core.SomeType = core.$ZodType> {}
  interface ZodCatch<out T extends core.SomeType = core.$ZodType> {}
  interface ZodReadonly<out T extends core.SomeType = core.$ZodType> {}
  interface ZodUnion<out T extends readonly core.SomeType[] = readonly core.$ZodType[]> {}
  interface ZodIntersection<out A extends core.SomeType = core.$ZodType, out B extends core.SomeType = core.$ZodType> {}
  interface ZodPipe<out A extends core.SomeType = core.$ZodType, out B extends core.SomeType = core.$ZodType> {}
  interface ZodTransform<out O = unknown, out I = unknown> {}
}

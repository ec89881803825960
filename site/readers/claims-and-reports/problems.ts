import type { z } from 'zod'

/** Returns the first validation error of each field. */
export const problemsIn = (error: z.ZodError): Record<string, string> => {
  const problems: Record<string, string> = {}
  for (const { path, message } of error.issues) problems[String(path[0] ?? 'body')] ??= message
  return problems
}

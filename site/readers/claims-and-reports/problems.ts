import type { z } from 'zod'

/** What is wrong with a body, by field; the first of several problems of one. */
export const problemsIn = (error: z.ZodError): Record<string, string> => {
  const problems: Record<string, string> = {}
  for (const { path, message } of error.issues) problems[String(path[0] ?? 'body')] ??= message
  return problems
}

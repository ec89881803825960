import type { AssistantScope } from '@corroborate/wire/assistants'
import type { z } from 'zod'
import type { Locale } from '../../kit/locales/index.ts'
import type { Account } from '../../kit/people/index.ts'

/** Who asks: an assistant somewhere, and the person that it may act for, if it brought their token. */
export type Asking = {
  address: string
  /** Null without a token. */
  account: Account | null
  /** The language of mails that follow from it. */
  locale: Locale
}

/** An answer: as data, and as a short text for those who only read. */
export type ToolAnswer<Output> = { data: Output; text: string }

/** Throw it in a tool to say why there is no answer, in a sentence that an assistant can act on. */
export class ToolProblem extends Error {
  override name = 'ToolProblem'
}

/** One thing that an assistant can ask for. `scope`: what its person must have allowed; null: everybody may. */
export type Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    /** Whether it deals with more than what is on this site. */
    openWorldHint: boolean
  }
  scope: AssistantScope | null
  /** @throws ToolProblem, or HttpProblem with a sentence */
  answer: (input: z.output<Input>, asking: Asking) => Promise<ToolAnswer<z.input<Output>>>
}

/** Any tool, for the list of all. */
// biome-ignore lint/suspicious/noExplicitAny: each takes an input of its own.
export type AnyTool = Omit<Tool, 'answer'> & { answer: (input: any, asking: Asking) => Promise<ToolAnswer<object>> }

/** What every tool is that only reads what is here. */
export const onlyReads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** What every tool is that adds something for its person, and does it once however often it is asked. */
export const addsForPerson = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

import type { HttpEnv } from '@corroborate/server-kit/http'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { Hono } from 'hono'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Route } from '../http/index.ts'

/** What a feature folder brings. */
export type Feature = {
  /** Its endpoints of the contract. */
  calls?: readonly Route[]
  /** What it answers outside `/sdk/v1`. */
  pages?: Hono<HttpEnv> | null
  /** The jobs it runs after requests. */
  jobs?: Handlers<Jobs>
  /** What it needs to be ready, by name. */
  checks?: Readonly<Record<string, () => Promise<unknown>>>
  /** Ends what it runs in the background. */
  close?: () => Promise<void>
}

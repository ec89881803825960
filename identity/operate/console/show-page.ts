import type { HttpContext } from '@corroborate/server-kit/http'
import type { Page } from './page.ts'

/** Answers with a page of the console. */
export type ShowPage = (c: HttpContext, page: Page, status?: 200 | 400 | 403 | 404 | 422) => Promise<Response>

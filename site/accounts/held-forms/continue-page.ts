import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { ContinuePage } from './ContinuePage.tsx'
import type { ContinuePageModel } from './model.ts'

const titles: Readonly<Record<ContinuePageModel['kind'], string>> = {
  held: 'Log in to continue',
  other: 'This form belongs to another account',
  ask: 'Did you fill in this form?',
  confirm: 'Check and submit',
  gone: 'This form is no longer available',
}

export const continuePage = definePage({
  name: 'continue',
  component: markup<typeof ContinuePage>('accounts/held-forms/ContinuePage.tsx'),
  head: ({ kind }: ContinuePageModel) => ({ title: `${titles[kind]} · Corroborate`, meta: noIndex }),
  islands: null,
  scriptBudget: 5_100,
})

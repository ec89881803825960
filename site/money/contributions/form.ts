import type { Settings } from '@corroborate/server-kit/settings'
import { formatAmount, unitsIn } from '../../kit/amounts/index.ts'
import { paths } from '../../kit/doi/index.ts'
import type { ContributionFormModel } from './model.ts'

/** True if contributions are enabled: by Stripe, or outside production by the sandbox. */
export const isOpen = ({ stripe, production }: Pick<Settings, 'stripe' | 'production'>): boolean =>
  stripe !== null || !production

/** Returns an empty form with the second suggested amount selected; null if contributions are disabled. */
export const newForm = (
  settings: Pick<Settings, 'stripe' | 'production' | 'contributions'>,
  action: string,
): ContributionFormModel | null => {
  if (!isOpen(settings)) return null
  const { currency, suggested, least, most } = settings.contributions
  const inWords = (whole: number) => formatAmount({ amount: whole * unitsIn(currency), currency })
  const amount = String(suggested[1] ?? suggested[0])
  return {
    action,
    rule: `${paths.about}#money`,
    suggested: suggested.map(whole => ({ whole, text: inWords(whole) })),
    range: `${inWords(least)} to ${inWords(most)}`,
    isSandbox: settings.stripe === null,
    draft: { amount, own: '', name: '', message: '' },
    problem: null,
  }
}

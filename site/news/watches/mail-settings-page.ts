import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { MailSettingsPage } from './MailSettingsPage.tsx'
import type { MailSettingsModel, UnsubscribeModel } from './mail-settings-model.ts'
import type { UnsubscribePage } from './UnsubscribePage.tsx'

export const mailSettingsPage = definePage({
  name: 'mail-settings',
  component: markup<typeof MailSettingsPage>('news/watches/MailSettingsPage.tsx'),
  head: (_: MailSettingsModel) => ({ title: 'Email notifications · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-dashboard.css',
  scriptBudget: 5_100,
})

export const unsubscribePage = definePage({
  name: 'unsubscribe',
  component: markup<typeof UnsubscribePage>('news/watches/UnsubscribePage.tsx'),
  head: (_: UnsubscribeModel) => ({ title: 'Unsubscribe · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-dashboard.css',
  scriptBudget: 5_100,
})

import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import type { Settings } from '@corroborate/server-kit/settings'
import { webhookKeyOf } from '@corroborate/server-kit/webhooks'
import { fileSink } from './file-sink.ts'
import type { Sink } from './sink.ts'
import { syslogSink } from './syslog-sink.ts'
import { webhookSink } from './webhook-sink.ts'

export type { Sink } from './sink.ts'

/** Recipient name for signing the audit log's webhook requests, with a different key than for applications. */
export const auditReceiver = 'the audit log'

/** The places that an operator named. */
export const sinksOf = (settings: Settings): readonly Sink[] => {
  const { file, syslog, webhook } = settings.auditOut
  const keyOf = () => webhookKeyOf(openCallerSecrets(settings)[0] ?? '', auditReceiver)
  return [
    ...(file === null ? [] : [fileSink(file)]),
    ...(syslog === null ? [] : [syslogSink(syslog)]),
    ...(webhook === null ? [] : [webhookSink(webhook, keyOf())]),
  ]
}

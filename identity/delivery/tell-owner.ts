import { emails } from '../accounts/contacts/attach.ts'
import type { Tx } from '../platform/database/index.ts'
import type { AccountChange } from '../platform/names/index.ts'
import type { Project } from '../projects/index.ts'
import { sendMessage, type WithOutbox } from './deliver.ts'
import { accountChangedMail } from './messages.ts'

type Told = {
  project: Project
  userId: string
  change: AccountChange
  /** Time of the change, in epoch ms. */
  at: number
  /** An address that needs no telling, because the change is that it was added. */
  except?: string
}

/**
 * Notifies the account owner of changed authentication factors, at every verified address (ASVS 5.0 §6.3.7). Call it in the transaction of
 * the change.
 */
export const tellOwner = async (
  core: WithOutbox,
  tx: Tx,
  { project, userId, change, at, except }: Told,
): Promise<void> => {
  for (const { id, value, verified } of await emails.list(tx, project.id, userId)) {
    if (!verified || id === except) continue
    await sendMessage(core, tx, accountChangedMail({ project, to: value, change, at }))
  }
}

import { publicKeys, rotateKey } from '../../accounts/sessions/index.ts'
import { brought } from '../../features.ts'
import { audit } from '../../platform/audit/index.ts'
import { openSealer } from '../../platform/sealing/index.ts'
import { chosenProject, ofProject } from './choose-project.ts'
import type { Command } from './command.ts'
import { actorHere } from './operator.ts'

/** What can be done with the keys that sign JWTs. */
export const keyCommands: readonly Command[] = [
  {
    words: ['keys', 'rotate'],
    operands: '',
    summary: 'signs JWTs with a new key; old signatures stay valid until they expire',
    flags: {
      ...ofProject,
      'revoke-old': { argument: '', help: 'old keys were stolen: no signature of theirs is valid any more' },
    },
    run: async context => {
      const { db, settings, flags } = context
      const project = await chosenProject(context)
      const revokeOld = flags['revoke-old'] !== undefined
      const kid = await rotateKey(db, await openSealer(db, brought.sealed, settings), project, {
        revokeOld,
        now: Date.now(),
      })
      const details = { kid, old_revoked: revokeOld }
      await audit(db, { projectId: project.id, action: 'keys.rotated', actor: actorHere(), at: Date.now(), details })
      const keys = (await publicKeys(db, project.id, Date.now())).map(key => key.kid)
      return {
        json: { kid, published: keys },
        text: `Signing with ${kid}; ${keys.length === 1 ? '1 key is' : `${keys.length} keys are`} published.`,
      }
    },
  },
]

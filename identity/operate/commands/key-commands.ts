import { publicKeys, rotateKey } from '../../accounts/sessions/index.ts'
import { brought } from '../../features.ts'
import { openSealer } from '../../platform/sealing/index.ts'
import { ofProject } from './choose-project.ts'
import type { Command } from './command.ts'
import { noteOf } from './operator.ts'

/** Commands for JWT signing keys. */
export const keyCommands: readonly Command[] = [
  ofProject({
    usage: 'keys rotate',
    summary:
      'Signs JWTs with a new key, after a minute in which it is published. Old signatures stay valid until they expire',
    flags: {
      'revoke-old': {
        argument: '',
        help: 'Old keys were stolen: their signatures become invalid, and the new key signs, at once',
      },
    },
    run: async ({ db, settings, project, operator, flags }) => {
      const revokeOld = flags['revoke-old'] !== undefined
      const kid = await rotateKey(db, await openSealer(db, brought.sealed, settings), project, {
        revokeOld,
        now: Date.now(),
      })
      await noteOf(operator, db, project, 'keys.rotated', { details: { kid, old_revoked: revokeOld } })
      const keys = (await publicKeys(db, project.id, Date.now())).map(key => key.kid)
      return {
        json: { kid, published: keys },
        text: `Signing with ${kid}${revokeOld ? '' : ' in a minute, when everybody knows it'}; ${keys.length === 1 ? '1 key is' : `${keys.length} keys are`} published.`,
      }
    },
  }),
]

import type { World } from './world/index.ts'

/** Action of a button on the sandbox's overview. `about`: the ID of a session, payment, refund, dispute, transfer or account. */
export type Act = (about: string) => unknown

/** Every act of the overview, by the name that its button sends. `sendAgain` sends the events about an object again. */
export const createActs = (world: World, sendAgain: (about: string) => void): ReadonlyMap<string, Act> =>
  new Map<string, Act>([
    ['arrive', session => world.settle(session, true)],
    ['bounce', session => world.settle(session, false)],
    ['refund', payment => world.refund({ payment_intent: payment })],
    [
      'half',
      payment => {
        const amount = Math.floor(Number(world.find('payment_intent', payment).amount) / 2)
        return world.refund({ payment_intent: payment, amount })
      },
    ],
    ['unrefund', refund => world.failRefund(refund)],
    ['dispute', payment => world.dispute(payment)],
    ['win', dispute => world.closeDispute(dispute, true)],
    ['lose', dispute => world.closeDispute(dispute, false)],
    ['expire', session => world.expire(session)],
    ['age', payment => world.age(payment)],
    ['reverse', transfer => world.reverse(transfer)],
    ['bankfails', account => world.payBank(account, false)],
    ['bankpays', account => world.payBank(account, true)],
    [
      'empty',
      () => world.setOwnMoney(-world.all('balance_transaction').reduce((sum, { net }) => sum + Number(net), 0)),
    ],
    ['fill', () => world.setOwnMoney(1_000_000)],
    ['again', sendAgain],
  ])

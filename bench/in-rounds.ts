import { shuffled } from './statistics.ts'

/**
 * Measures each arm once a round, in another order each time, so that neither a busy moment of the machine nor the place in the
 * order favours one. The values at one place of the lists are of one round.
 */
export const inRounds = async <Name extends string>(
  rounds: number,
  arms: Record<Name, (round: number) => number | Promise<number>>,
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(arms) as Name[]
  const samples = Object.fromEntries(names.map((name): [Name, number[]] => [name, []])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of shuffled(names)) samples[name].push(await arms[name](round))
  }
  return samples
}

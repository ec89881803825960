import process from 'node:process'
import fc from 'fast-check'

// biome-ignore lint/style/noProcessEnv: which examples are tried is a setting of the tests, not of the servers
const { FC_SEED: wanted = '1' } = process.env
if (!/^(-?\d+|random)$/.test(wanted)) throw new Error(`FC_SEED is a number or "random", not "${wanted}".`)

// Property tests try the same examples in every run, so that one fails only because of a change. `FC_SEED=random` looks for others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(wanted !== 'random' && { seed: Number(wanted) }) })

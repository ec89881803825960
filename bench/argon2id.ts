import type { Algorithm } from '@node-rs/argon2'

const algorithm = 2 satisfies Algorithm.Argon2id as Algorithm

/** Password hashing parameters of the provider: argon2id, 19 MiB, two passes. */
export const argon2id = { algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

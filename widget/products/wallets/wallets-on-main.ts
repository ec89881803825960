/** Buttons of wallets and of providers that Main has room for, one of them for other wallets (SPEC §9). */
const mostButtons = 6

/** Returns the number of wallets on Main beside this many provider buttons. The others have their own screen. Pure. */
export const walletsOnMain = (providers: number): number => Math.max(0, mostButtons - providers - 1)

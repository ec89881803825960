/** Preloaded with `--import`. Reports the program's peak memory on stderr at exit. */
process.on('exit', () => {
  console.error(`peak memory ${process.resourceUsage().maxRSS} KiB`)
})

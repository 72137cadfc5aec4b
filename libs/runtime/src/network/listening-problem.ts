/** Why nothing can listen at an address, by its setting; undefined where the error says something else. */
export function listeningProblem(error: unknown, host: string): string | undefined {
  const { code, syscall, hostname, address } = error as NodeJS.ErrnoException & { hostname?: string; address?: string };
  const isUnknown = syscall === 'getaddrinfo' && hostname === host;
  const isElsewhere = code === 'EADDRNOTAVAIL' && syscall === 'listen' && address !== undefined;
  return isUnknown || isElsewhere ? `HOST: ${host} is no address of this machine (${code}).` : undefined;
}

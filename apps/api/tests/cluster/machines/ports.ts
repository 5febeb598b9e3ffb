import { createServer, type AddressInfo, type Server } from 'node:net'

/** Ports of this machine that nobody uses now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, openProbe))
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port)
  await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))))
  return ports
}

function openProbe(): Promise<Server> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => done(probe))
  })
}

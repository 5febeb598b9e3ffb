/** The demo people: who they are at every service of the sandbox. */
export const CAST = [
  {
    id: 'ana',
    name: 'Ana Vidal Serra',
    email: 'ana@sandbox.example',
    phone: '+34600100100',
    legalId: '00000000T',
    keyType: 'rsa',
    pin: '246810',
  },
  {
    id: 'biel',
    name: 'Biel Roca Puig',
    email: 'biel@sandbox.example',
    phone: '+34600200200',
    legalId: '00000001R',
    keyType: 'ec',
    pin: '135790',
  },
  {
    id: 'carla',
    name: 'Carla Núñez Ortega',
    email: 'carla@sandbox.example',
    phone: '+34600300300',
    legalId: '00000002W',
    keyType: 'rsa',
    pin: '864200',
  },
] as const

export type CastMember = (typeof CAST)[number]

// Written by scripts/build-contracts.mjs. Do not edit.

/** Put in their places by the router's deployer and salt. */
export const adapterBuilds = [
  {
    name: 'balancer-v2',
    address: '0xb94f2e227f0b16e60955e864df45b22e95b606c0',
    initCodeHash: '0x5b641dd20805705a25027fc27d825c6c7f55fdab1f3ef8e2bae6503128a6b610',
    runtimeCodeHash: '0x5b79995f14e72c3ab0900345398ee5e9122412d4442e7eaa633ee764e366e645',
  },
  {
    name: 'balancer-v3',
    address: '0x1bcc105b6c2c886d9c1489d023f806e1a4f2378a',
    initCodeHash: '0x55d82acb09983024f84b6b67935b7565d839491896233980f81c589fbc872859',
    runtimeCodeHash: '0x69adcf78971d8c6d1879c3df33358ca26cd2c1ba34cae6ee9364fe1c57f97938',
  },
  {
    name: 'curve-crypto',
    address: '0x1e7c90d491e1a5abfffc35a96ed49510de3dd321',
    initCodeHash: '0x3011a8d5b161b45994983c55dc84f7ff8aa66901c685608993125e71f84dbaf9',
    runtimeCodeHash: '0x7bacef4c80defa2931780082531d50ef6c689410f4eba8d13a338dc78a6b1bea',
  },
  {
    name: 'curve-stable',
    address: '0x2b4c47fcf93cd76e2abc9832b0acc195043de93e',
    initCodeHash: '0x9e91d23f9f674aa5817601bcd3449d5db0fac419668a8a3edb0a88c27d4f9fe6',
    runtimeCodeHash: '0x597a49f5a645fffbfe594d4227a4cdc303a01ea72acacc7e76135ae8bf962a66',
  },
  {
    name: 'dai-usds',
    address: '0x53d61f45fdf61b94681cf9bf4183a8a1a84b1739',
    initCodeHash: '0x13766eaf4010fd0e5d9bf589ced6d0ab9d9264c691cf39dfe74f238589d4d295',
    runtimeCodeHash: '0x8c95048a45fb0390b4a42fcd7535a05d3efca4fa7234a748a25518511302e734',
  },
  {
    name: 'dodo-v2',
    address: '0x11f04ba5471d49b218979e31d5a9221ec30b9fd9',
    initCodeHash: '0xdf4f236cdb464f4ff96566a64dcbf04b0df6f17b09948a3299ee817500f485e1',
    runtimeCodeHash: '0xbb69bc007709481b40478e0680418748e50263ca686ba130405afe31572591d6',
  },
  {
    name: 'erc4626',
    address: '0x894289a8d1fa0a739f8bfb0468f9fb5dc883fd6e',
    initCodeHash: '0xab9907a8070b1099fd60d693da61ec0bbcfcf458585882ce7939e180250a4b93',
    runtimeCodeHash: '0x01e41de042c751774bd00bab17e9910bdf739009e67d62a483b575d2071fa726',
  },
  {
    name: 'fluid-dex',
    address: '0xf5086001b4794debb940ae3564b09f7fc2405081',
    initCodeHash: '0xd7cb1f8b6ea0a2dcc1785cba056679cdfded0d985dee212a28144e3854b5448f',
    runtimeCodeHash: '0xc5bc731f417082811c3204048af749d3eca53f897f7dcdd1ee57f81bd1a25813',
  },
  {
    name: 'lido',
    address: '0x5917e360ed342c8020d3579c64bd226897902a6f',
    initCodeHash: '0x88a20201e533e85b3c760c8b1439a07b06e2a8519841c5cf1767f16756d520f2',
    runtimeCodeHash: '0xb54934564c4178f13bb955de3de1a26aef5e14cf1164ab80c2d026957cd1efa2',
  },
  {
    name: 'liquidity-book',
    address: '0xb4ce1a05fe81eaf106824e2895afc2c56b57dde2',
    initCodeHash: '0xb10628ce66a8bf26d86f22eeacd6e4feb02709ffdb7fbb10078a30b3458b935d',
    runtimeCodeHash: '0x7ab20f864fa027b6cab2b428cc77e6a3d38cef192f810d9d03138ef35ae849f1',
  },
  {
    name: 'maverick-v2',
    address: '0x5a81420c70a3f335d64ab455c5d066914953f279',
    initCodeHash: '0x353be2cb13b4e1aca7dbb30a36322a6abb62926dc3853c037f64b5394b51b1f2',
    runtimeCodeHash: '0x34d4c3682597683402616d22fa3fa2f7548f783f390427724673baa99bd43c5f',
  },
  {
    name: 'pancake-infinity',
    address: '0x73fa95884170f90da075f6fa168832103b870b4b',
    initCodeHash: '0x802a99832f49695ab1993eb4d6a412cde0ea4c63461d8e6f8cad7c6df354ae1e',
    runtimeCodeHash: '0x112aba074349230d1f9225d8ba79a5d6860adec63c9cb9e2a04b334ae7d1e3fb',
  },
  {
    name: 'psm',
    address: '0x72e13f5c296a61870e92fefaab94d1dcbbe73580',
    initCodeHash: '0x97aa070a5a4c63c40fd5f12a63e07763608b1582f432eef265a679077dbeb53d',
    runtimeCodeHash: '0x2d3ea1e6ce338a4205da5c78b2d755bec9ef7809444d9bf2ce7538f3be8439e2',
  },
  {
    name: 'solidly-v2',
    address: '0x7557978a812e5794fdc3e83d89f40abb1b8fbac2',
    initCodeHash: '0x25888802e77857defb5870cd5ab35380daf5a46316e97d0958b5a2a8daf043a3',
    runtimeCodeHash: '0x50ae1c7ee0d48ce49a88956408eece7d88fce86b8c9d30b4fdce1cba622da667',
  },
  {
    name: 'stable-swap',
    address: '0xdf69ef34c130325bc54418020ce8c4c6521f69b4',
    initCodeHash: '0xdfa5c2e6698551b9a86382dc8b5417ba8282ccee131a9383c6108af20735490c',
    runtimeCodeHash: '0x08a506e255f3a5fd4c3c168ba3482e149fe37fea3b90e62a97c2a7e52cae6fc8',
  },
  {
    name: 'syncswap',
    address: '0xd8df9bead226467cbf8c0f133c8e103956a16642',
    initCodeHash: '0x7b42190d891d6549601d420f5a85c1cb962164d5f3ce837a96925f78e6787127',
    runtimeCodeHash: '0x74afbd10bbcf2ee995c1addd8002b3b24d80c32ddb7f7500e9ab42bec2d847e5',
  },
  {
    name: 'tempo-dex',
    address: '0x15781fe7a2731c6867e6215ae060fd9fb6169d85',
    initCodeHash: '0x8d00184c793556bf72472d9bda4e27e44456d9f37bc57e05554d0d6d6daad396',
    runtimeCodeHash: '0xadced0e212393d12ed635015aa8967a2dcd2fe4cae2ce78ee7c680b71d59a8c1',
  },
  {
    name: 'uniswap-v4-native',
    address: '0x2e4e2394628715f838f967b703eb8e8d82fe48d1',
    initCodeHash: '0x6f194e45fcd36b4802d96ed983c192a38735a07ab093618e6a34e1639d37d6be',
    runtimeCodeHash: '0x4f26e50641c8de024939a340ea5ff81db8d240082459f99c748b1185bad01d47',
  },
] as const

// Finds pools through their factories and reads their whole states, in one call of three kinds:
//   override: eth_call {to: X, data: input}, state override {X: {code: lens}}     input is the calldata
//   create:   eth_call {data: lens ++ input}                                      input is the code's tail
//   revert:   as create, with flag bit 0: the answer is the revert data, without the code size limit
//
// Numbers are big-endian and packed.
//
// Input, 21 bytes and lists:
//   flags u8 | maxTicks u16 | maxWords u16 | range u24 | outLimit u32 | gasFloor u32 | start u32
//   tokens u8, each: address
//   styles u8, each 40 bytes, how pools are read. Kind 3: selectors (4 bytes each, 0 for none) for price and tick |
//     liquidity | bitmap word | tick | spacing | listed tick at or below the price | the one above | two more getters |
//     then spacing i24 if it has no getter | flags u8: 1 keyed, 2 read from inside a swap. Kind 2: only the two more
//     getters. Kind 4: selectors for token X | active bin | rules | volatility | hooks, 0 if there is
//     none | a bin | the next bin that is not empty | the output of an input | none | bins to read on either side i24 | 0
//   factories u8, each: kind u8 (2 | 3 | 4), style u8, address, selector of the lookup, arguments u8, each: u24 (kind 2: one,
//     ignored)
//   pairs u16, each: index of token u8, index of token u8
//   pools u16, each: kind u8, style u8, address to call, low i24, high i24, and for a keyed style the key, 32 bytes, which
//     precedes the arguments of every call
// Ticks are read outwards from the price until `range` ticks or `maxWords` bitmap words are covered or `maxTicks`
// are listed, on either side. A pool with low = -2^23 is read from its price; any other was read before between low
// and high, and reading continues from there.
// For a style with flag 2, the two words after price and tick are read after a swap has begun: a contract of ours begins a
// swap of one unit and reverts it when the pool calls back.
// outLimit 0 is none; gasFloor is the gas kept for the end, 0 for 120,000.
// An item is a (pair, factory, fee) or, after all those, a pool; `start` is the first item to look at.
//
// Answer, 32 bytes and records:
//   version u8 = 1 | more u8 | next u32 | records u16 | block u64 | time u48 | gasUsed u40 | gasLeft u40
//   kind 2: 2 | item u16 | pool | reserve0 u112 | reserve1 u112 | words 4 × u32: two after the reserves, two answers
//   kind 3: 3 | item u16 | pool | sqrtPriceX96 u160 | tick i24 | liquidity u128 | spacing u24
//             | cut u8 | low i24 | high i24 | below u16 | above u16 | words 4 × u32: two after price and tick, two answers
//             (2^32 - 1 for any above)
//             | below × (tick i24, liquidityNet i128) downwards | above × the same upwards
//   kind 4: 4 | item u16 | pool | words u256: token X | active bin | rules, 7 | volatility, 4 | hooks | time | first and
//             last bin read | the next bin below | above | number of bins listed | quotes of 10^5 of X and of Y, then of 10^12
//             and 10^19 of each: unspent input and output; 2^256 - 1 twice if the pool refuses, 2^256 - 1 and 0 if gas ran
//             out | listed × (id u24, x u128, y u128): those that are not empty
// Every initialized tick in [low, high] is listed (or lies in the given bounds). `cut` is 1 if gas or size ran out.
// An item that does not answer like its kind is skipped; a failed call never drops a tick.
object "Lens" {
  code {
    // ------------------------------------------------------------ memory
    function scratch() -> p { p := 0x80 }       // return data of a call, four words
    function outEnd() -> p { p := 0x200 }       // upper limit of the answer
    function gasFloor() -> p { p := 0x220 }
    function gasPerByte() -> p { p := 0x240 }   // gas per byte of the answer at the end
    function outStart() -> p { p := 0x260 }
    function records() -> p { p := 0x280 }
    function styleAt() -> p { p := 0x2a0 }      // position of the pool's style
    function keyAt() -> p { p := 0x2c0 }
    function swapper() -> p { p := 0x2e0 }      // the contract that begins swaps, once it was needed
    function input() -> p { p := 0x400 }

    function maxTicks() -> v { v := u16(0x401) }
    function maxWords() -> v { v := u16(0x403) }
    function range() -> v { v := u24(0x405) }
    function tokensAt() -> p { p := 0x414 }

    function minTick() -> v { v := not(887271) }
    function maxTick() -> v { v := 887272 }
    function fromPrice() -> v { v := not(0x7fffff) }

    function u8(p) -> v { v := byte(0, mload(p)) }
    function u16(p) -> v { v := shr(240, mload(p)) }
    function u24(p) -> v { v := shr(232, mload(p)) }
    function u32(p) -> v { v := shr(224, mload(p)) }
    function i24(p) -> v { v := sar(232, mload(p)) }
    function account(p) -> v { v := shr(96, mload(p)) }

    // ------------------------------------------------------------ asking
    // Calls `to` with the first `length` bytes of memory; ok if at least `least` bytes came back.
    function ask(to, length, least) -> ok {
      ok := staticcall(400000, to, 0, length, scratch(), 0x80)
      ok := and(ok, iszero(lt(returndatasize(), least)))
    }
    function selector(bytes4) { mstore(0, shl(224, bytes4)) }

    function getPair(factory, tokenA, tokenB) -> pool {
      selector(0xe6a43905) mstore(4, tokenA) mstore(36, tokenB)
      if ask(factory, 68, 32) { pool := mload(scratch()) }
    }
    function getPool(factory, bytes4, tokenA, tokenB, argument, index) -> pool {
      selector(bytes4) mstore(4, tokenA) mstore(36, tokenB) mstore(68, argument)
      if ask(factory, 100, shl(5, add(index, 1))) { pool := mload(add(scratch(), shl(5, index))) }
    }

    // Reads the style of the current pool.
    function styled(offset) -> bytes4 { bytes4 := u32(add(mload(styleAt()), offset)) }
    function isListed() -> yes { yes := styled(20) }
    function flags() -> n { n := u8(add(mload(styleAt()), 39)) }
    function keySize() -> n { n := shl(5, and(flags(), 1)) }
    function question(to, bytes4, least) -> ok {
      selector(bytes4)
      mstore(4, mload(keyAt()))
      ok := ask(to, add(4, keySize()), least)
    }
    function questionAbout(to, bytes4, argument, least) -> ok {
      selector(bytes4)
      let size := keySize()
      mstore(4, mload(keyAt()))
      mstore(add(4, size), argument)
      ok := ask(to, add(36, size), least)
    }
    function tickBitmap(pool, at) -> bits, ok {
      ok := questionAbout(pool, styled(8), at, 32)
      bits := mload(scratch())
    }
    function liquidityNet(pool, tick) -> net, ok {
      ok := questionAbout(pool, styled(12), tick, 64)
      net := mload(add(scratch(), 32))
    }
    // On Arbitrum chains NUMBER is the parent chain's; a system contract gives the chain's own.
    function height() -> n {
      n := number()
      selector(0xa3b1b31d)
      if ask(0x64, 4, 32) { n := mload(scratch()) }
    }

    // ------------------------------------------------------------ numbers
    function floorDiv(a, b) -> q {
      q := sdiv(a, b)
      if slt(smod(a, b), 0) { q := sub(q, 1) }
    }
    function highestBit(x) -> r {
      r := shl(7, gt(x, 0xffffffffffffffffffffffffffffffff))
      r := or(r, shl(6, gt(shr(r, x), 0xffffffffffffffff)))
      r := or(r, shl(5, gt(shr(r, x), 0xffffffff)))
      r := or(r, shl(4, gt(shr(r, x), 0xffff)))
      r := or(r, shl(3, gt(shr(r, x), 0xff)))
      r := or(r, shl(2, gt(shr(r, x), 0xf)))
      r := or(r, shl(1, gt(shr(r, x), 3)))
      r := or(r, gt(shr(r, x), 1))
    }
    function clamp(tick) -> t {
      t := tick
      if slt(t, minTick()) { t := minTick() }
      if sgt(t, maxTick()) { t := maxTick() }
    }

    // True if gas or size do not allow another tick after `end`.
    function full(end) -> yes {
      let size := add(24, sub(end, mload(outStart())))
      yes := or(gt(add(end, 24), mload(outEnd())), lt(gas(), add(mload(gasFloor()), mul(mload(gasPerByte()), size))))
    }

    // ------------------------------------------------------------ pools
    // The last bitmap word to read.
    function lastWord(compressed, spacing, up) -> w {
      let price := mul(compressed, spacing)
      let here := sar(8, compressed)
      switch up
      case 0 {
        w := sar(8, floorDiv(clamp(sub(price, range())), spacing))
        let nearest := sub(here, maxWords())
        if slt(w, nearest) { w := nearest }
      }
      default {
        w := sar(8, floorDiv(clamp(add(price, range())), spacing))
        let nearest := add(here, maxWords())
        if sgt(w, nearest) { w := nearest }
      }
    }

    // Lists ticks on one side, outwards from `known0`, the bound up to which they are already known.
    // ok = 0: the pool does not answer. cut = 1: gas or size ran out.
    function side(pool, compressed, spacing, up, known0, end0) -> end, n, known, cut, ok {
      end := end0
      known := known0
      ok := 1
      let first := add(floorDiv(sub(known, iszero(up)), spacing), up)
      let w := sar(8, first)
      let last := lastWord(compressed, spacing, up)
      let mask := sub(shl(add(and(first, 255), iszero(up)), 1), 1)       // down: bits ≤ first; up: bits < first …
      if up { mask := not(mask) }                                        // … inverted
      for {} 1 {} {
        switch up
        case 0 { if slt(w, last) { leave } }
        default { if sgt(w, last) { leave } }
        if full(end) { cut := 1 leave }
        let bits
        bits, ok := tickBitmap(pool, w)
        if iszero(ok) { leave }
        bits := and(bits, mask)
        mask := not(0)
        for {} bits {} {
          if iszero(lt(n, maxTicks())) {
            if n { known := i24(sub(end, 19)) }                       // nothing is known past the last listed
            leave
          }
          if full(end) { cut := 1 leave }
          let bit := bits
          if up { bit := and(bits, sub(0, bits)) }
          bit := highestBit(bit)
          bits := xor(bits, shl(bit, 1))
          let tick := mul(add(shl(8, w), bit), spacing)
          let net
          net, ok := liquidityNet(pool, tick)
          if iszero(ok) { leave }
          end := written(end, tick, net)
          n := add(n, 1)
          known := tick
        }
        switch up
        case 0 { known := clamp(mul(shl(8, w), spacing)) w := sub(w, 1) }
        default { known := clamp(sub(mul(shl(8, add(w, 1)), spacing), 1)) w := add(w, 1) }
      }
    }

    // As `side`, for linked ticks; covers the same words, so that reading the bitmap gives the same range.
    function listed(pool, price, up, known0, end0) -> end, n, known, cut, ok {
      let edge := clamp(sub(shl(8, add(lastWord(price, 1, up), up)), up))
      end := end0
      known := known0
      let tick
      switch or(and(up, iszero(sgt(known, price))), and(iszero(up), sgt(known, price)))
      case 0 {
        ok := questionAbout(pool, styled(12), known, 128)
        tick := mload(add(scratch(), add(64, shl(5, up))))
      }
      default {
        ok := question(pool, styled(add(20, shl(2, up))), 32)
        tick := mload(scratch())
      }
      for {} ok {} {
        switch up
        case 0 { if or(slt(tick, edge), eq(tick, minTick())) { known := edge leave } }
        default { if or(sgt(tick, edge), eq(tick, maxTick())) { known := edge leave } }
        if iszero(lt(n, maxTicks())) { leave }                        // nothing is known past the last listed
        if full(end) { cut := 1 leave }
        ok := questionAbout(pool, styled(12), tick, 128)
        if iszero(ok) { leave }
        end := written(end, tick, mload(add(scratch(), 32)))
        n := add(n, 1)
        known := tick
        tick := mload(add(scratch(), add(64, shl(5, up))))
      }
    }

    function written(end0, tick, net) -> end {
      mstore(end0, shl(232, tick))
      mstore(add(end0, 3), shl(128, net))
      end := add(end0, 19)
    }

    function capped(n) -> v {
      v := n
      if gt(v, 0xffffffff) { v := 0xffffffff }
    }

    // The answer of one of the style's two more getters; 0 if it has none.
    function more(pool, offset) -> n, ok {
      ok := 1
      if styled(offset) {
        ok := question(pool, styled(offset), 32)
        n := capped(mload(scratch()))
      }
    }

    function packed(third, fourth) -> words { words := or(shl(96, capped(third)), shl(64, capped(fourth))) }

    // The two words after price and tick once a swap has begun.
    function begun(pool, sqrtPrice) -> words, ok {
      if iszero(mload(swapper())) {
        datacopy(0, dataoffset("Swapper"), datasize("Swapper"))
        mstore(swapper(), create(0, 0, datasize("Swapper")))
      }
      let down := gt(sqrtPrice, 4295128740)
      mstore(0, pool)
      mstore(32, shl(224, 0x128acb08)) // swap(address,bool,int256,uint160,bytes)
      mstore(36, mload(swapper()))
      mstore(68, down)
      mstore(100, 1)
      mstore(132, sub(add(sqrtPrice, 1), shl(1, down)))
      mstore(164, 160)
      mstore(196, 4)
      mstore(228, shl(224, styled(0)))
      ok := call(2000000, mload(swapper()), 0, 0, 260, scratch(), 0x80)
      ok := and(ok, eq(returndatasize(), 0x80))
      words := packed(mload(add(scratch(), 64)), mload(add(scratch(), 96)))
    }

    // Appends a kind 3 record; end = end0 if the pool does not answer like one, or has no price yet.
    function concentrated(item, pool, low, high, end0) -> end, cut {
      end := end0
      mstore(add(scratch(), 64), 0)
      mstore(add(scratch(), 96), 0)
      if iszero(question(pool, styled(0), 64)) { leave }
      let sqrtPrice := mload(scratch())
      let tick := mload(add(scratch(), 32))
      let words := packed(mload(add(scratch(), 64)), mload(add(scratch(), 96)))
      if iszero(sqrtPrice) { leave }
      if and(flags(), 2) {
        let answer, ok := begun(pool, sqrtPrice)
        if iszero(ok) { leave }
        words := answer
      }
      let spacing := i24(add(mload(styleAt()), 36))
      if styled(16) {
        if iszero(question(pool, styled(16), 32)) { leave }
        spacing := mload(scratch())
      }
      if or(iszero(sgt(spacing, 0)), sgt(spacing, 0x7fffff)) { leave }
      {
        let answer, ok := more(pool, 28)
        if iszero(ok) { leave }
        words := or(words, shl(32, answer))
        answer, ok := more(pool, 32)
        if iszero(ok) { leave }
        words := or(words, answer)
      }
      if iszero(question(pool, styled(4), 32)) { leave } // liquidity
      mstore(end0, or(or(shl(248, 3), shl(232, item)), shl(72, pool)))
      mstore(add(end0, 23), shl(96, sqrtPrice))
      mstore(add(end0, 43), shl(232, tick))
      mstore(add(end0, 46), shl(128, mload(scratch())))
      mstore(add(end0, 62), shl(232, spacing))
      mstore(add(end0, 76), shl(128, words))
      let compressed := floorDiv(tick, spacing)
      if eq(low, fromPrice()) {
        low := add(mul(compressed, spacing), 1)
        high := sub(mul(add(compressed, 1), spacing), 1)
      }
      end, cut := sides(pool, compressed, spacing, low, high, end0)
    }

    function sides(pool, compressed, spacing, low, high, end0) -> end, cut {
      let ok, below, above
      switch isListed()
      case 0 {
        end, below, low, cut, ok := side(pool, compressed, spacing, 0, low, add(end0, 92))
        if and(ok, iszero(cut)) { end, above, high, cut, ok := side(pool, compressed, spacing, 1, high, end) }
      }
      default {
        end, below, low, cut, ok := listed(pool, compressed, 0, low, add(end0, 92))
        if and(ok, iszero(cut)) { end, above, high, cut, ok := listed(pool, compressed, 1, high, end) }
      }
      let bounds := or(shl(248, cut), or(shl(224, and(low, 0xffffff)), shl(200, and(high, 0xffffff))))
      let words := mload(add(end0, 76))
      mstore(add(end0, 65), or(bounds, or(shl(184, below), shl(168, above))))
      mstore(add(end0, 76), words)
      if iszero(ok) { end := end0 cut := 0 }
    }

    function constantProduct(item, pool, end0) -> end {
      end := end0
      mstore(add(scratch(), 64), 0)
      mstore(add(scratch(), 96), 0)
      selector(0x0902f1ac) // getReserves()
      if iszero(ask(pool, 4, 64)) { leave }
      mstore(end, or(or(shl(248, 2), shl(232, item)), shl(72, pool)))
      mstore(add(end, 23), shl(144, mload(scratch())))
      mstore(add(end, 37), shl(144, mload(add(scratch(), 32))))
      let words := packed(mload(add(scratch(), 64)), mload(add(scratch(), 96)))
      let answer, ok := more(pool, 28)
      if iszero(ok) { leave }
      words := or(words, shl(32, answer))
      answer, ok := more(pool, 32)
      if iszero(ok) { leave }
      mstore(add(end, 51), shl(128, or(words, answer)))
      end := add(end, 67)
    }

    // ------------------------------------------------------------ bins
    function answered(pool, bytes4, at, count) -> ok {
      selector(bytes4)
      ok := staticcall(400000, pool, 0, 4, at, shl(5, count))
      ok := and(ok, iszero(lt(returndatasize(), shl(5, count))))
    }
    function nextBin(pool, sellsX, id, at) -> ok {
      selector(styled(24)) mstore(4, sellsX) mstore(36, id)
      ok := ask(pool, 68, 32)
      mstore(at, mload(scratch()))
    }

    // Lists those from `id` to `last` that are not empty.
    function listedBins(pool, id0, last, end0) -> end, n, ok {
      end := end0
      ok := 1
      for { let id := id0 } iszero(gt(id, last)) { id := add(id, 1) } {
        selector(styled(20)) mstore(4, id)
        ok := ask(pool, 36, 64)
        if iszero(ok) { leave }
        let x := mload(scratch())
        let y := mload(add(scratch(), 32))
        if iszero(or(x, y)) { continue }
        mstore(end, shl(232, id))
        mstore(add(end, 3), shl(128, x))
        mstore(add(end, 19), shl(128, y))
        end := add(end, 35)
        n := add(n, 1)
      }
    }

    // The pool's quotes for three inputs of either token. Each gets an eighth of the gas, so that none takes it all.
    function sayings(pool, at0) {
      let at := at0
      let amount := 100000
      for { let i := 0 } lt(i, 6) { i := add(i, 1) } {
        selector(styled(28)) mstore(4, amount) mstore(36, iszero(and(i, 1)))
        switch staticcall(shr(3, gas()), pool, 0, 68, at, 64)
        case 0 {
          mstore(at, not(0))
          mstore(add(at, 32), sub(0, gt(returndatasize(), 0)))
        }
        default { if lt(returndatasize(), 64) { mstore(at, not(0)) mstore(add(at, 32), not(0)) } }
        if and(i, 1) { amount := mul(amount, 10000000) }
        at := add(at, 64)
      }
    }

    // Appends a kind 4 record; end = end0 if the pool does not answer like one.
    function binned(item, pool, end0) -> end {
      end := end0
      mstore(end0, or(or(shl(248, 4), shl(232, item)), shl(72, pool)))
      let at := add(end0, 23)
      if iszero(answered(pool, styled(0), at, 1)) { leave }
      if iszero(answered(pool, styled(4), add(at, 32), 1)) { leave }
      if iszero(answered(pool, styled(8), add(at, 64), 7)) { leave }
      if iszero(answered(pool, styled(12), add(at, 288), 4)) { leave }
      if iszero(answered(pool, styled(16), add(at, 416), 1)) { mstore(add(at, 416), 0) }
      mstore(add(at, 448), timestamp())
      let first, last := around(mload(add(at, 32)))
      mstore(add(at, 480), first)
      mstore(add(at, 512), last)
      if iszero(nextBin(pool, 1, first, add(at, 544))) { leave }
      if iszero(nextBin(pool, 0, last, add(at, 576))) { leave }
      let behind, n, ok := listedBins(pool, first, last, add(at, 1024))
      if iszero(ok) { leave }
      mstore(add(at, 608), n)
      sayings(pool, add(at, 640))
      end := behind
    }

    // The bins to read on either side of the active one, limited by the two ends.
    function around(active) -> first, last {
      let n := i24(add(mload(styleAt()), 36))
      first := 1
      if gt(active, n) { first := sub(active, n) }
      last := add(active, n)
      if gt(last, 0xfffffe) { last := 0xfffffe }
    }

    // True if an item of this kind may lack space or gas after `end`.
    function tight(kind, end) -> yes {
      let room := 92
      if eq(kind, 4) {
        let n := i24(add(mload(styleAt()), 36))
        room := add(1082, mul(70, n))
        yes := lt(gas(), mul(25000, n))
      }
      yes := or(yes, full(add(end, room)))
    }

    function record(item, kind, pool, low, high, end0) -> end, cut {
      switch kind
      case 2 { end := constantProduct(item, pool, end0) }
      case 4 { end := binned(item, pool, end0) }
      default { end, cut := concentrated(item, pool, low, high, end0) }
      if gt(end, end0) { mstore(records(), add(mload(records()), 1)) }
    }

    function found(factory, feeAt, pair) -> pool {
      let tokenA := account(add(add(tokensAt(), 1), mul(20, u8(pair))))
      let tokenB := account(add(add(tokensAt(), 1), mul(20, u8(add(pair, 1)))))
      let maker := account(add(factory, 2))
      switch u8(factory)
      case 2 { pool := getPair(maker, tokenA, tokenB) }
      // for kind 4 the pool is the second word, after the argument
      default { pool := getPool(maker, u32(add(factory, 22)), tokenA, tokenB, i24(feeAt), eq(u8(factory), 4)) }
    }

    // ------------------------------------------------------------ run
    let gasAtEntry := gas()
    let end
    {
      let size := calldatasize()
      switch size
      case 0 { size := sub(codesize(), datasize("Lens")) codecopy(input(), datasize("Lens"), size) }
      default { calldatacopy(input(), 0, size) }
      let out := and(add(add(input(), size), 63), not(31))
      end := add(out, 32)
      mstore(outStart(), out)
      mstore(gasFloor(), u32(0x40c))
      if iszero(mload(gasFloor())) { mstore(gasFloor(), 120000) }
      let limit := u32(0x408)
      if iszero(limit) { limit := 0xffffffff }
      if iszero(or(and(u8(input()), 1), calldatasize())) {      // the answer becomes code: EIP-170 and its deposit
        if gt(limit, 24576) { limit := 24576 }
        mstore(gasPerByte(), 200)
      }
      mstore(outEnd(), add(out, limit))
    }

    let start := u32(0x410)
    let styles := add(tokensAt(), add(1, mul(u8(tokensAt()), 20)))
    let factories := add(styles, add(1, mul(u8(styles), 40)))
    styles := add(styles, 1)
    let p := add(factories, 1)
    for { let i := u8(factories) } i { i := sub(i, 1) } { p := add(p, add(27, mul(3, u8(add(p, 26))))) }

    let item, cut
    let left := u16(p)
    p := add(p, 2)
    for {} left { left := sub(left, 1) } {
      let factory := add(factories, 1)
      for { let i := u8(factories) } i { i := sub(i, 1) } {
        let feeAt := add(factory, 27)
        for { let fees := u8(add(factory, 26)) } fees { fees := sub(fees, 1) } {
          if iszero(or(cut, lt(item, start))) {
            mstore(styleAt(), add(styles, mul(u8(add(factory, 1)), 40)))
            cut := tight(u8(factory), end)
            if iszero(cut) {
              let pool := found(factory, feeAt, p)
              if pool { end, cut := record(item, u8(factory), pool, fromPrice(), 0, end) }
              item := add(item, cut)                             // a cut record is a record
            }
          }
          item := add(item, iszero(cut))
          feeAt := add(feeAt, 3)
          if cut { fees := 1 i := 1 left := 1 }                  // leave all three loops
        }
        factory := feeAt
      }
      p := add(p, 2)
    }
    left := u16(p)
    p := add(p, 2)
    for {} and(gt(left, 0), iszero(cut)) { left := sub(left, 1) } {
      mstore(styleAt(), add(styles, mul(u8(add(p, 1)), 40)))
      mstore(keyAt(), mload(add(p, 28)))
      if iszero(lt(item, start)) {
        cut := tight(u8(p), end)
        if cut { break }
        end, cut := record(item, u8(p), account(add(p, 2)), i24(add(p, 22)), i24(add(p, 25)), end)
      }
      p := add(p, add(28, keySize()))
      item := add(item, 1)
    }

    let out := mload(outStart())
    let block := height()
    let left40 := gas()
    let used := sub(gasAtEntry, left40)
    if gt(left40, 0xffffffffff) { left40 := 0xffffffffff }
    mstore(out, or(
      or(or(shl(248, 1), shl(240, cut)), or(shl(208, item), shl(192, mload(records())))),
      or(or(shl(128, and(block, 0xffffffffffffffff)), shl(80, and(timestamp(), 0xffffffffffff))), or(shl(40, used), left40))
    ))
    if and(u8(input()), 1) { revert(out, sub(end, out)) }
    return(out, sub(end, out))
  }

  // Begins swaps and reverts them.
  object "Swapper" {
    code {
      datacopy(0, dataoffset("Runtime"), datasize("Runtime"))
      return(0, datasize("Runtime"))
    }
    object "Runtime" {
      code {
        switch shr(224, calldataload(0))
        // From the lens: a pool and its calldata. A swap that does not revert made no callback.
        case 0 {
          let size := sub(calldatasize(), 32)
          calldatacopy(0, 32, size)
          if call(gas(), calldataload(0), 0, 0, size, 0, 0) { revert(0, 0) }
          returndatacopy(0, 0, returndatasize())
          return(0, returndatasize())
        }
        // From the pool: two amounts, and the call data that the lens passed.
        default {
          mstore(0, calldataload(132))
          if iszero(staticcall(gas(), caller(), 0, 4, 0, 0x80)) { revert(0, 0) }
          revert(0, 0x80)
        }
      }
    }
  }
}

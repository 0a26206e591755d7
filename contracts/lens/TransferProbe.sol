// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Measures what arrives when a token is transferred: borrows some from a pool, returns it to the pool, and reverts it
/// all. Is deployed nowhere: an eth_call with a state override runs it, for many tokens at once.
contract TransferProbe {
    /// What a pool lent, what arrived here, what was sent back, and what arrived back at the pool.
    error Tried(uint256 lent, uint256 arrived, uint256 sent, uint256 back);

    /// A maker's word is address << 32 | kind of its pools << 24 | fee that they are looked up by.
    uint256 private constant ofPairs = 2;
    /// Amounts are one less than a multiple of this: then a part in millionths is never a whole number of units.
    uint256 private constant grain = 1000000;
    /// Pools of a token with a fee, at most: the fee of each is its own.
    uint256 private constant maxPools = 6;

    address private token;
    address private pool;
    uint256 private lent;
    /// The balance before: anyone can send tokens to a known address.
    uint256 private had;

    /// @param makers pool factories, each with the one fee to look pools up by
    /// @return for each token the number of its pools that lent, then for each of these its address and, twice, four
    /// words as in `Tried`, of different amounts. One pool, measured once, unless it shows a fee: then all pairs.
    function tried(address[] calldata tokens, address[] calldata others, uint256[] calldata makers)
        external
        returns (uint256[] memory)
    {
        uint256[] memory all = new uint256[](tokens.length * (1 + 9 * maxPools));
        uint256 used = 0;
        for (uint256 i = 0; i < tokens.length; i++) {
            token = tokens[i];
            used = _try(others, makers, all, used);
        }
        assembly ("memory-safe") {
            mstore(all, used)
        }
        return all;
    }

    /// Writes the pools of the token from `used` on.
    function _try(address[] calldata others, uint256[] calldata makers, uint256[] memory all, uint256 used)
        private
        returns (uint256)
    {
        uint256 count = used++;
        for (uint256 i = 0; i < makers.length; i++) {
            if (all[count] > 0 && !_isPairs(makers[i])) continue;
            for (uint256 k = 0; k < others.length; k++) {
                pool = _find(makers[i], others[k]);
                if (!_measure(others[k], makers[i], all, used + 1, 1)) continue;
                bool isPlain = all[count] == 0 && !_isFee(all, used + 1);
                if (!isPlain && !_measure(others[k], makers[i], all, used + 5, 7)) continue;
                all[used] = uint160(pool);
                used += 9;
                all[count]++;
                if (isPlain || all[count] == maxPools) return used;
            }
        }
        return used;
    }

    /// Borrows a thousandth of the pool's balance, or a part of that, and writes the answer's four words.
    function _measure(address other, uint256 maker, uint256[] memory all, uint256 at, uint256 part)
        private
        returns (bool)
    {
        lent = _some() / part;
        if (lent == 0) return false;
        if (lent > grain) lent -= (lent + 1) % grain;
        bytes memory answer = _borrow(other, maker);
        if (answer.length != 132 || bytes4(answer) != Tried.selector) return false;
        assembly ("memory-safe") {
            for { let i := 0 } lt(i, 4) { i := add(i, 1) } {
                mstore(add(all, mul(add(add(at, i), 1), 32)), mload(add(answer, add(36, mul(i, 32)))))
            }
        }
        return true;
    }

    /// Whether less arrived than was sent, in either direction.
    function _isFee(uint256[] memory all, uint256 at) private pure returns (bool) {
        return all[at + 1] < all[at] || all[at + 3] < all[at + 2];
    }

    function _find(uint256 maker, address other) private view returns (address found) {
        address factory = address(uint160(maker >> 32));
        bytes memory question = _isPairs(maker)
            ? abi.encodeWithSignature("getPair(address,address)", token, other)
            : abi.encodeWithSignature("getPool(address,address,uint24)", token, other, uint24(maker));
        if (token == other) return address(0);
        (bool ok, bytes memory answer) = factory.staticcall{gas: 200000}(question);
        if (ok && answer.length >= 32) found = address(uint160(uint256(bytes32(answer))));
    }

    /// A thousandth of the pool's balance: above rounding errors, below usual limits on amounts.
    function _some() private view returns (uint256) {
        if (pool == address(0)) return 0;
        uint256 amount = _held(pool) / 1000;
        return amount < 100000 ? 0 : amount;
    }

    /// The pool's answer: if all goes well, exactly the revert data of `fallback`.
    function _borrow(address other, uint256 maker) private returns (bytes memory answer) {
        (uint256 first, uint256 second) = token < other ? (lent, uint256(0)) : (uint256(0), lent);
        bytes memory call = _isPairs(maker)
            ? abi.encodeWithSignature("swap(uint256,uint256,address,bytes)", first, second, address(this), hex"01")
            : abi.encodeWithSignature("flash(address,uint256,uint256,bytes)", address(this), first, second, hex"01");
        had = _held(address(this));
        (, answer) = pool.call{gas: 2000000}(call);
    }

    /// The pool's callback, under any selector.
    fallback() external {
        require(msg.sender == pool);
        uint256 arrived = _held(address(this)) - had;
        uint256 before = _held(pool);
        uint256 sent = arrived > grain ? arrived - (arrived + 1) % grain : arrived;
        (bool ok,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", pool, sent));
        require(ok);
        revert Tried(lent, arrived, sent, _held(pool) - before);
    }

    function _held(address account) private view returns (uint256 amount) {
        (bool ok, bytes memory answer) =
            token.staticcall{gas: 200000}(abi.encodeWithSignature("balanceOf(address)", account));
        if (ok && answer.length >= 32) amount = uint256(bytes32(answer));
    }

    function _isPairs(uint256 maker) private pure returns (bool) {
        return uint8(maker >> 24) == ofPairs;
    }
}

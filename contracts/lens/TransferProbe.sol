// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Measures what arrives when a token is transferred: borrows some from a pool, returns it to the pool, and reverts it
/// all. Is deployed nowhere: an eth_call with a state override runs it, for many tokens at once.
contract TransferProbe {
    /// What a pool lent, what arrived here, and what arrived back at the pool.
    error Tried(uint256 lent, uint256 arrived, uint256 back);

    /// A maker's word is address << 32 | kind of its pools << 24 | fee that they are looked up by.
    uint256 private constant ofPairs = 2;

    address private token;
    address private pool;
    uint256 private lent;
    /// The balance before: anyone can send tokens to a known address.
    uint256 private had;

    /// @param makers pool factories, each with the one fee to look pools up by
    /// @return three words per token, as in `Tried`; zeros if no pool lent any
    function tried(address[] calldata tokens, address[] calldata others, uint256[] calldata makers)
        external
        returns (uint256[] memory)
    {
        uint256[] memory all = new uint256[](3 * tokens.length);
        for (uint256 i = 0; i < tokens.length; i++) {
            token = tokens[i];
            (all[3 * i], all[3 * i + 1], all[3 * i + 2]) = _try(others, makers);
        }
        return all;
    }

    /// Uses the first pool that lends.
    function _try(address[] calldata others, uint256[] calldata makers) private returns (uint256, uint256, uint256) {
        for (uint256 i = 0; i < makers.length; i++) {
            for (uint256 k = 0; k < others.length; k++) {
                pool = _find(makers[i], others[k]);
                lent = _some();
                if (lent == 0) continue;
                bytes memory answer = _borrow(others[k], makers[i]);
                if (answer.length == 100 && bytes4(answer) == Tried.selector) return _words(answer);
            }
        }
        return (0, 0, 0);
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
        (bool ok,) = token.call(abi.encodeWithSignature("transfer(address,uint256)", pool, arrived));
        require(ok);
        revert Tried(lent, arrived, _held(pool) - before);
    }

    function _held(address account) private view returns (uint256 amount) {
        (bool ok, bytes memory answer) =
            token.staticcall{gas: 200000}(abi.encodeWithSignature("balanceOf(address)", account));
        if (ok && answer.length >= 32) amount = uint256(bytes32(answer));
    }

    function _isPairs(uint256 maker) private pure returns (bool) {
        return uint8(maker >> 24) == ofPairs;
    }

    function _words(bytes memory answer) private pure returns (uint256 a, uint256 b, uint256 c) {
        assembly ("memory-safe") {
            a := mload(add(answer, 36))
            b := mload(add(answer, 68))
            c := mload(add(answer, 100))
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IVault} from "../../sandbox/IVault.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Attempt} from "../../test/Attempt.sol";

// Flags in the lowest bits of a hook's address. Source: Uniswap v4-core, Hooks.
uint160 constant BEFORE_AND_AFTER_SWAP = 1 << 7 | 1 << 6;
uint160 constant RETURNS_DELTAS = 1 << 3 | 1 << 2;

/// @notice A hook of a Uniswap v4 pool. The lowest bits of its address say which functions are called: it must be
/// placed at a matching address.
contract Hook is Attempt {
    bool private late;
    int128 private specified;
    int128 private unspecified;

    function afterTheSwap(bool late_) external {
        late = late_;
    }

    /// Positive: the hook takes it from the swapper; negative: gives it.
    function claim(int128 specified_, int128 unspecified_) external {
        (specified, unspecified) = (specified_, unspecified_);
    }

    function beforeSwap(address, IVault.Key calldata key, IVault.Params calldata params, bytes calldata)
        external
        returns (bytes4, int256, uint24)
    {
        if (!late) attempt();
        if (_returns()) _balance(params.zeroForOne ? key.currency0 : key.currency1, specified);
        int256 delta = _returns() ? int256(specified) << 128 : int256(0);
        return (Hook.beforeSwap.selector, delta, 0);
    }

    function afterSwap(address, IVault.Key calldata key, IVault.Params calldata params, int256, bytes calldata)
        external
        returns (bytes4, int128)
    {
        if (late) attempt();
        if (_returns()) _balance(params.zeroForOne ? key.currency1 : key.currency0, unspecified);
        return (Hook.afterSwap.selector, _returns() ? unspecified : int128(0));
    }

    function _returns() private view returns (bool) {
        return uint160(address(this)) & RETURNS_DELTAS != 0;
    }

    /// Settles its claim or gift at once, from and to its own balance.
    function _balance(address currency, int128 amount) private {
        if (amount > 0) return IVault(msg.sender).take(currency, address(this), uint128(amount));
        if (amount == 0) return;
        IVault(msg.sender).sync(currency);
        PlainToken(currency).transfer(msg.sender, uint128(-amount));
        IVault(msg.sender).settle();
    }
}

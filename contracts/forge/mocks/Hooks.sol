// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Attempt} from "./Attempt.sol";

// What the lowest bits of a hook's address say. Source: Uniswap v4-core, Hooks.
uint160 constant BEFORE_AND_AFTER_SWAP = 1 << 7 | 1 << 6;
uint160 constant RETURNS_DELTAS = 1 << 3 | 1 << 2;

interface Manager {
    function sync(address currency) external;
    function settle() external payable returns (uint256);
    function take(address currency, address to, uint256 amount) external;
}

/// @notice A hook of a Uniswap v4 pool. Which of its functions are called is said by the lowest bits of its address:
/// it has to be put where they are right.
contract Hook is Attempt {
    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Params {
        bool zeroForOne;
        int256 amount;
        uint160 limit;
    }

    bool private late;
    int128 private specified;
    int128 private unspecified;

    function afterTheSwap(bool late_) external {
        late = late_;
    }

    /// Above zero: the hook takes it from who swaps; below: gives it.
    function claim(int128 specified_, int128 unspecified_) external {
        (specified, unspecified) = (specified_, unspecified_);
    }

    function beforeSwap(address, Key calldata key, Params calldata params, bytes calldata)
        external
        returns (bytes4, int256, uint24)
    {
        if (!late) attempt();
        if (_returns()) _balance(params.zeroForOne ? key.currency0 : key.currency1, specified);
        int256 delta = _returns() ? int256(specified) << 128 : int256(0);
        return (Hook.beforeSwap.selector, delta, 0);
    }

    function afterSwap(address, Key calldata key, Params calldata params, int256, bytes calldata)
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

    /// What it claims or gives is settled at once, from and to its own stock.
    function _balance(address currency, int128 amount) private {
        if (amount > 0) return Manager(msg.sender).take(currency, address(this), uint128(amount));
        if (amount == 0) return;
        Manager(msg.sender).sync(currency);
        PlainToken(currency).transfer(msg.sender, uint128(-amount));
        Manager(msg.sender).settle();
    }
}

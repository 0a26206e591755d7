// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {NotCalledBack} from "../Errors.sol";
import {Slots} from "../lib/Slots.sol";
import {Leg} from "./Leg.sol";
import {Pull} from "./Pull.sol";
import {Wide} from "./Wide.sol";

/// @notice Identifies a pool of a vault. Source: Uniswap v4-core, PoolKey.
struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

/// @notice Source: Uniswap v4-core, SwapParams. A negative amount is exact input.
struct SwapParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

/// @notice The five functions of Uniswap v4's PoolManager that a swap needs.
interface IPoolManager {
    function unlock(bytes calldata data) external returns (bytes memory);
    function swap(PoolKey memory key, SwapParams memory params, bytes calldata hookData) external returns (int256 delta);
    function sync(address currency) external;
    function settle() external payable returns (uint256 paid);
    function take(address currency, address to, uint256 amount) external;
}

/// What the router passes to itself through the vault. It does not contain the payer, the token paid or the amount:
/// those are armed.
struct Ask {
    PoolKey key;
    bool zeroForOne;
    address to;
}

/// @notice Singletons that hold the tokens of many pools and settle at the end: Uniswap v4. Only the vault that was
/// called may call back, once, and its payment is capped as in `Callback`. Tokens only: a vault's native currency is
/// not traded.
library Vault {
    uint160 private constant LOWEST_PRICE = 4295128740;
    uint160 private constant HIGHEST_PRICE = 1461446703485210103287273052203988822378723970341;

    /// @return amountOut the amount that the vault claims it gave: a hint for the next pool, which checks it
    function swap(Leg leg, Wide wide, address token, uint256 amountIn, bool payerPays, address to)
        internal
        returns (uint256 amountOut)
    {
        address vault = leg.pool();
        bool zeroForOne = leg.zeroForOne() != 0;
        address bought = wide.tokenOut();
        (address currency0, address currency1) = zeroForOne ? (token, bought) : (bought, token);
        PoolKey memory key = PoolKey(currency0, currency1, uint24(leg.feePpm()), wide.tickSpacing(), wide.target());

        uint256 right = payerPays ? Slots.PULL_FROM_PAYER : Slots.PULL_FROM_ROUTER;
        Slots.armPull(vault, right | Slots.AS_VAULT, token, amountIn);
        bytes memory said = IPoolManager(vault).unlock(abi.encode(Ask(key, zeroForOne, to)));
        if (Slots.isArmed()) revert NotCalledBack(vault);
        return said.length < 32 ? 0 : abi.decode(said, (uint256));
    }

    /// @notice Trades inside the vault, which called back: swaps, pays what it asks for, takes what it owes.
    function answer(bytes calldata data) internal returns (bytes memory) {
        (bool fromPayer, address token, uint256 cap) = Slots.takePull(Slots.AS_VAULT);
        Ask memory ask = abi.decode(data, (Ask));
        IPoolManager vault = IPoolManager(msg.sender);
        uint160 limit = ask.zeroForOne ? LOWEST_PRICE : HIGHEST_PRICE;
        int256 delta = vault.swap(ask.key, SwapParams(ask.zeroForOne, -int256(cap), limit), "");
        (int128 delta0, int128 delta1) = (int128(delta >> 128), int128(delta));
        (int256 owed, int256 given) = ask.zeroForOne ? (delta0, delta1) : (delta1, delta0);

        vault.sync(token);
        unchecked {
            Pull.settle(fromPayer, token, cap, uint256(-owed)); // a debt of the vault reads as far above any cap
        }
        vault.settle();
        uint256 amountOut = given > 0 ? uint256(given) : 0;
        vault.take(ask.zeroForOne ? ask.key.currency1 : ask.key.currency0, ask.to, amountOut);
        return abi.encode(amountOut);
    }
}

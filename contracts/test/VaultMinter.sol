// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

interface IVaultToken {
    function transfer(address to, uint256 amount) external returns (bool);
}

interface IVault {
    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Change {
        int24 lower;
        int24 upper;
        int256 liquidity;
        bytes32 salt;
    }

    function unlock(bytes calldata data) external returns (bytes memory);
    function initialize(Key calldata key, uint160 sqrtPriceX96) external returns (int24);
    function modifyLiquidity(Key calldata key, Change calldata change, bytes calldata hookData)
        external
        returns (int256 delta, int256 fees);
    function sync(address currency) external;
    function settle() external payable returns (uint256);
}

/// @notice Starts pools of Uniswap v4 at the price of one and gives them liquidity from its own balance.
contract VaultMinter {
    function mint(IVault vault, IVault.Key calldata key, int24 lower, int24 upper, int256 liquidity) external {
        vault.initialize(key, 1 << 96);
        vault.unlock(abi.encode(key, IVault.Change(lower, upper, liquidity, 0)));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (IVault.Key memory key, IVault.Change memory change) = abi.decode(data, (IVault.Key, IVault.Change));
        IVault vault = IVault(msg.sender);
        (int256 delta,) = vault.modifyLiquidity(key, change, "");
        _pay(vault, key.currency0, uint256(-int256(int128(delta >> 128))));
        _pay(vault, key.currency1, uint256(-int256(int128(delta))));
        return "";
    }

    function _pay(IVault vault, address currency, uint256 owed) private {
        vault.sync(currency);
        IVaultToken(currency).transfer(address(vault), owed);
        vault.settle();
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface ICoin {
    function balanceOf(address) external view returns (uint256);
}

interface ILockCallback {
    function lockAcquired(bytes calldata data) external returns (bytes memory);
}

/// @notice A port, not PancakeSwap's code: the Vault of Infinity with the real interface, limited to swaps.
contract InfinityVaultPort {
    address private immutable owner = msg.sender;
    address private manager;
    address private transient locker;
    address private transient synced;
    uint256 private transient before;
    uint256 private transient open;

    /// The reserve that pays out native currency.
    function endow() external payable {}

    function register(address manager_) external {
        require(msg.sender == owner && manager == address(0), "not the owner");
        manager = manager_;
    }

    function lock(bytes calldata data) external returns (bytes memory answer) {
        require(locker == address(0), "LockerAlreadySet");
        locker = msg.sender;
        answer = ILockCallback(msg.sender).lockAcquired(data);
        require(open == 0, "CurrencyNotSettled");
        locker = address(0);
    }

    function accountAppBalanceDelta(address currency0, address currency1, int256 delta, address settler) external {
        require(msg.sender == manager, "AppUnregistered");
        _account(currency0, settler, int128(delta >> 128));
        _account(currency1, settler, int128(delta));
    }

    function sync(address currency) external {
        (synced, before) = (currency, currency == address(0) ? 0 : ICoin(currency).balanceOf(address(this)));
    }

    function settle() external payable returns (uint256 paid) {
        require(locker != address(0), "NoLocker");
        require(synced == address(0) || msg.value == 0, "SettleNonNativeCurrencyWithValue");
        paid = synced == address(0) ? msg.value : ICoin(synced).balanceOf(address(this)) - before;
        _account(synced, msg.sender, int256(paid));
        synced = address(0);
    }

    function take(address currency, address to, uint256 amount) external {
        require(locker != address(0), "NoLocker");
        _account(currency, msg.sender, -int256(amount));
        bool isNative = currency == address(0);
        bytes memory transfer = abi.encodeWithSignature("transfer(address,uint256)", to, amount);
        // accepts tokens that return nothing
        (bool ok,) = isNative ? to.call{value: amount}("") : currency.call(transfer);
        require(ok, "not paid");
    }

    function _account(address currency, address settler, int256 delta) private {
        bytes32 slot = keccak256(abi.encode(settler, currency));
        int256 owed;
        assembly { owed := tload(slot) }
        int256 now_ = owed + delta;
        if (owed != 0) open--;
        if (now_ != 0) open++;
        assembly { tstore(slot, now_) }
    }
}
